/** The parser and serializers of `whatwg-url` without its classes, which take most of its load time. */
declare module 'whatwg-url/lib/url-state-machine.js' {
  export { parseURL, serializeHost, serializePath, serializeURL } from 'whatwg-url'
}

/** Queries as forms send them. */
declare module 'whatwg-url/lib/urlencoded.js' {
  export function parseUrlencodedString(query: string): [name: string, value: string][]
}
