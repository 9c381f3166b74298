const sorted = (numbers) => [...numbers].sort((a, b) => a - b)
const median = (numbers) => sorted(numbers)[Math.floor((numbers.length - 1) / 2)] ?? '–'
const most = (numbers) => sorted(numbers).at(-1) ?? '–'
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const percent = (part, whole) => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`)

/** A table of texts in columns. */
export function tableOf(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)))
  return rows
    .map((row) =>
      row
        .map((cell, at) => String(cell).padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export function grouped(results, keyOf) {
  const groups = new Map()
  for (const result of results) groups.set(keyOf(result), [...(groups.get(keyOf(result)) ?? []), result])
  return groups
}

/** The share of results with the most frequent story. */
function sameStory(found) {
  const counts = [...grouped(found, ({ story }) => story).values()].map(({ length }) => length)
  return percent(most(counts), found.length)
}

function bugRow(name, depth, results) {
  const found = results.filter((result) => result.found)
  const of = (member) => found.map((result) => result[member])
  return [
    ...[name, depth, `${found.length}/${results.length}`, median(of('run')), most(of('run'))],
    ...[median(of('parts')), most(of('parts')), median(of('shrinkRuns')), most(of('shrinkRuns'))],
    ...[
      found.length > 0 ? sameStory(found) : '–',
      results.find(({ trouble, error, timeout }) => trouble ?? error ?? timeout) ? 'trouble' : '',
    ],
  ]
}

const head =
  'bug,depth,found,runs (median),max,parts (median),max,shrink runs (median),max,same story,'.split(',')

/** What was found, once with the laws of the user and once with the mirror alone. */
export function bugTable(results, depths) {
  return [true, false]
    .map((laws) => {
      const apart = new Set(results.filter((result) => !result.laws).map(({ name }) => name))
      const mine = results.filter((result) => result.laws === laws || !apart.has(result.name))
      const groups = [...grouped(mine, ({ name }) => name)].sort()
      const rows = groups.map(([name, group]) => bugRow(name.replace('bugs/', ''), depths.get(name), group))
      const all = bugRow('all', '', mine)
      return `${laws ? 'With the laws of the user' : 'With the mirror alone'}\n${tableOf([head, ...rows, all])}`
    })
    .join('\n\n')
}

/** The right programs: runs, false alarms, and the cost of a run. */
export function rightTable(results) {
  const rowOf = (name, group) => {
    const wrong = group.filter(({ found, trouble, error, timeout }) => found || trouble || error || timeout)
    const runs = sum(group.map((result) => result.runs ?? 0))
    return [name, runs, wrong.length, (sum(group.map(({ milliseconds }) => milliseconds)) / runs).toFixed(1)]
  }
  const rows = [...grouped(results, ({ name }) => name)].sort().map(([name, group]) => rowOf(name, group))
  const texts = results.flatMap(({ text, trouble, error }) => text ?? trouble ?? error ?? [])
  return [
    tableOf([['right program', 'runs', 'false alarms', 'ms a run'], ...rows, rowOf('all', results)]),
    ...texts,
  ].join('\n\n')
}
