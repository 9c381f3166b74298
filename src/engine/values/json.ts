/** A plain JSON value. `guard` turns each input of a world into one. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
