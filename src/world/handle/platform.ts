/**
 * Throws an Error on a platform that is too old. Without this check, the first member that it lacks would be
 * reported as a mistake in the options of the user.
 */
export function checkPlatform(): void {
  if (typeof Reflect.get(String.prototype, 'isWellFormed') === 'function') return
  throw new Error(
    'fauxgraph needs Node 20.19 or later, or a runtime of its age: this one has no ' +
      'String.prototype.isWellFormed',
  )
}
