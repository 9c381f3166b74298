import type { DurablePart } from './part.ts'

/** A durable part that cannot be prepared, such as a database whose schema does not load. */
export class WrongPart extends TypeError {}

/** Where a part was made, behind the text of a message; empty if that is not known. */
export const placeText = ({ place }: DurablePart): string => (place === undefined ? '' : ` (${place})`)
