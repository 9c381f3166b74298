// The bundled code of the folder `viewer`: `.build/viewer.ts` makes it.
declare module 'virtual:fauxgraph-viewer' {
  export const script: string
  export const style: string
}
