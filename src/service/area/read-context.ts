import type { Caller } from '../caller/caller.ts'
import type { AreaReader } from './tx.ts'

/** Who calls: the kind of the token, and the ids of its app, user and page. */
export interface AreaCaller {
  readonly kind: 'user' | 'page' | 'systemUser' | 'app'
  readonly app: number
  readonly user: number | undefined
  readonly page: number | undefined
}

/** Returns the ids of a caller. */
export const areaCallerOf = ({ kind, app, user, page }: Caller): AreaCaller =>
  Object.freeze({ kind, app: app.id, user: user?.id, page: page?.id })

/** The context in which a field of a record is shown, and in which access is checked. */
export interface AreaReadContext {
  readonly tx: AreaReader
  readonly caller: AreaCaller
  readonly version: string
  /** Virtual time, in Unix milliseconds. */
  readonly now: number
}
