/** The version of fauxgraph in snapshots and recordings. */
export const ENGINE = '1.0.0'
