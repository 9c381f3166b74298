/** The version of fauxgraph in snapshots and recordings. */
export const ENGINE = '0.1.0'
