/** The version of the engine: snapshots and recordings name it. */
export const ENGINE = '0.1.0'
