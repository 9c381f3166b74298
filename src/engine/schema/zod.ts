/** zod, with factories whose schemas are built at their first use. */
export * as z from './deferred-zod.ts'
