import project from '../package.json' with { type: 'json' }

/** Dependencies of which the declarations name types. Their code is bundled: it loads in a third of the time. */
const forTypes = ['zod', 'immer']

/**
 * What the bundles import. All else is in the bundles, so that every install has the same tables of Unicode,
 * and the first import reads a few files instead of two hundred.
 */
export const kept = [...Object.keys(project.dependencies), ...Object.keys(project.peerDependencies)]
  .filter((name) => !forTypes.includes(name))
  .map((name) => new RegExp(`^${name}(/|$)`))
