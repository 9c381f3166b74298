/** The options of an exploration that cannot begin, such as a database whose schema does not load. */
export class WrongInput extends TypeError {}
