/** The areas that the user added to a world: their versions by their names. */
export type AreaVersions = { readonly [name: string]: number }
