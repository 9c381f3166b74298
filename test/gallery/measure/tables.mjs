const sorted = (numbers) => [...numbers].sort((a, b) => a - b)
const median = (numbers) => sorted(numbers)[Math.floor((numbers.length - 1) / 2)] ?? '–'
const most = (numbers) => sorted(numbers).at(-1) ?? '–'
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const percent = (part, whole) => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`)

/** A table of texts in columns. */
function tableOf(rows) {
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

function grouped(results, keyOf) {
  const groups = new Map()
  for (const result of results) groups.set(keyOf(result), [...(groups.get(keyOf(result)) ?? []), result])
  return groups
}

/** The results of each bug that have its most frequent story, as a share of all. */
function sameStory(found) {
  const same = [...grouped(found, ({ name }) => name).values()].map((ofBug) =>
    most([...grouped(ofBug, ({ story }) => story).values()].map(({ length }) => length)),
  )
  return percent(sum(same), found.length)
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

/** How often each bug was found, how soon, and how small its story is. */
export function bugTable(results, depths) {
  const groups = [...grouped(results, ({ name }) => name)].sort()
  const rows = groups.map(([name, group]) => bugRow(name.replace('bugs/', ''), depths.get(name), group))
  return tableOf([head, ...rows, bugRow('all', '', results)])
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

/** What became of one task, in a word: the run that found it, or why none did. */
const outcome = (result) =>
  result === undefined
    ? ''
    : result.timeout
      ? 'no end'
      : result.error
        ? 'error'
        : result.found
          ? String(result.run)
          : '–'

/** The approaches side by side: the run that found each bug, by seed. */
export function approachTable(results, approaches) {
  const rows = [...grouped(results, ({ name }) => name)].map(([name, group]) => [
    name,
    ...approaches.map((approach) =>
      group
        .filter((result) => result.approach === approach)
        .map(outcome)
        .join(' '),
    ),
  ])
  const share = (kind) => [
    `${kind} found`,
    ...approaches.map((approach) => {
      const mine = results.filter((result) => result.approach === approach && result.name.startsWith(kind))
      return `${mine.filter(({ found }) => found).length}/${mine.length}`
    }),
  ]
  return tableOf([['program', ...approaches], ...rows, share('bugs'), share('right')])
}

/** A mutant is killed if the report is not fine, or if it does not end or cannot be loaded. */
const isKilled = ({ found, ok, timeout, error }) => Boolean(found || ok === false || timeout || error)

/** Mutants killed by each approach, by program and by kind of change; then those that explore lets live. */
export function mutantTable(results, approaches) {
  const row = (name, group) => [
    name,
    new Set(group.map(({ number }) => number)).size,
    ...approaches.map((approach) => {
      const mine = group.filter((result) => result.approach === approach)
      return `${mine.filter(isKilled).length} (${percent(mine.filter(isKilled).length, mine.length)})`
    }),
  ]
  const by = (member) =>
    [...grouped(results, (result) => result[member])].sort().map(([name, group]) => row(name, group))
  const survivors = results
    .filter((result) => result.approach === 'explore' && !isKilled(result))
    .map(({ name, client, line, kind, change }) => {
      const place = client === undefined ? name : `${client} in ${name}`
      return `${place}:${line} ${kind}: ${change.replaceAll(/\s+/g, ' ')}`
    })
  const table = tableOf([
    ['mutants', 'all', ...approaches],
    ...by('name'),
    ...by('kind'),
    row('all', results),
  ])
  return `${table}\n\nSurvivors of explore\n${survivors.sort().join('\n')}`
}
