/** A durable part that cannot be prepared, such as a database whose schema does not load. */
export class WrongPart extends TypeError {}
