/** The seeds of a text such as `1..20`. */
export function seedsOf(text) {
  const [first, last = first] = text.split('..').map(Number)
  return Array.from({ length: last - first + 1 }, (_, place) => first + place)
}

const median = (numbers) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)]

const perRun = (results) => {
  const runs = results.reduce((total, result) => total + (result.runs ?? 0), 0)
  const time = results.reduce((total, result) => total + (result.milliseconds ?? 0), 0)
  return runs === 0 ? '' : (time / runs).toFixed(1)
}

/** What is wrong with one exploration; undefined if it is as it must be. */
function complaintOf({ program, name, seed, bug, found, text, trouble, error, timeout }) {
  const what = error ?? trouble ?? (timeout ? 'the exploration took too long' : undefined)
  const isFine = bug === undefined ? text === undefined : found
  if (what === undefined && isFine) return undefined
  return `${program}: ${name}, seed ${seed}: ${what ?? text ?? 'not found'}`
}

const rowOf = (results) => {
  const [{ program, name, bug, runs }] = results
  const found = results.filter((result) => result.found)
  const right = results.filter(({ text, error, timeout }) => !text && !error && !timeout)
  const cells =
    bug === undefined
      ? [`${right.length} of ${results.length} passed`, runs, '']
      : [
          `${found.length} of ${results.length}`,
          median(found.map(({ run }) => run)) ?? '',
          median(found.map(({ parts }) => parts)) ?? '',
        ]
  return [program, name, ...cells, perRun(results)]
}

const heads = ['program', 'version', 'found on seeds', 'median runs', 'parts', 'ms per run']

/** A table of explorations by program and version, and what is wrong with single ones. */
export function tableOf(results, showsText) {
  const versions = Map.groupBy
    ? Map.groupBy(results, ({ program, name }) => `${program} ${name}`)
    : results.reduce((map, result) => {
        const key = `${result.program} ${result.name}`
        return map.set(key, [...(map.get(key) ?? []), result])
      }, new Map())
  const rows = [heads, heads.map(() => '---'), ...[...versions.values()].map(rowOf)]
  const complaints = results.map(complaintOf).filter((text) => text !== undefined)
  const reports = showsText ? [...versions.values()].map(([first]) => first.text ?? '') : []
  return {
    text: [rows.map((row) => `| ${row.join(' | ')} |`).join('\n'), ...reports, ...complaints]
      .filter((part) => part !== '')
      .join('\n\n'),
    isFine: complaints.length === 0,
  }
}
