// Ends the search for a configuration here: that of the project leaves out the recipes.
export default {}
