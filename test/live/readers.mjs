/**
 * Readers of what test runners print. Each returns a list of tests: the name, whether it passed, failed or was
 * skipped, and the message of a failure.
 */

/** The lines of a text that are JSON objects or lists. */
const jsonLines = (text) =>
  text
    .split('\n')
    .filter((line) => /^[[{]/.test(line))
    .flatMap((line) => {
      try {
        return [JSON.parse(line)]
      } catch {
        return []
      }
    })

/** Reads `go test -json`. */
export function readGo(output) {
  const events = jsonLines(output).filter(({ Test }) => Test !== undefined)
  const said = (name) => events.filter(({ Test, Action }) => Test === name && Action === 'output')
  const results = { pass: 'passed', fail: 'failed', skip: 'skipped' }
  return events
    .filter(({ Action }) => Action in results)
    .map(({ Test: test, Action }) => ({
      test,
      result: results[Action],
      message: said(test)
        .map(({ Output }) => Output)
        .join(''),
    }))
}

/** Reads `python -m unittest -v`: a line for each test, and a block for each failure. */
export function readUnittest(output) {
  const lines = [...output.matchAll(/^(\w+) \(([\w.]+)\)\n?.*? \.\.\. (ok|FAIL|ERROR|skipped)/gm)]
  const results = { ok: 'passed', FAIL: 'failed', ERROR: 'failed', skipped: 'skipped' }
  return lines.map(([, name, place, word]) => {
    const head = output.indexOf(`${word}: ${name} (${place})`)
    const block = head < 0 ? '' : (output.slice(head).split('='.repeat(70))[0] ?? '')
    return { test: `${place.split('.').at(-1)}.${name}`, result: results[word], message: block }
  })
}

/** Reads the file of `rspec --format json`. */
export function readRspec(text) {
  const results = { passed: 'passed', failed: 'failed', pending: 'skipped' }
  return JSON.parse(text).examples.map(({ full_description: test, status, exception }) => ({
    test,
    result: results[status],
    message: exception ? `${exception.class}: ${exception.message}` : '',
  }))
}

/** Reads `mocha --reporter json`: one object on many lines. */
export function readMocha(output) {
  const found = JSON.parse(output.slice(output.search(/^\{$/m), output.lastIndexOf('\n}') + 2))
  const failed = new Map(found.failures.map(({ fullTitle, err }) => [fullTitle, err.message ?? '']))
  const skipped = new Set(found.pending.map(({ fullTitle }) => fullTitle))
  const tests = [...found.tests, ...found.failures.filter(({ fullTitle }) => / hook/.test(fullTitle))]
  return tests.map(({ fullTitle: test }) => {
    if (skipped.has(test)) return { test, result: 'skipped', message: '' }
    return { test, result: failed.has(test) ? 'failed' : 'passed', message: failed.get(test) ?? '' }
  })
}

/** Reads `vows --json`: an event in each line, as an object whose keys are 0 and 1. */
export function readVows(output) {
  const results = { honored: 'passed', broken: 'failed', errored: 'failed', pending: 'skipped' }
  return jsonLines(output)
    .filter((event) => event[0] === 'vow')
    .map(({ 1: { context, title, status, exception } }) => ({
      test: `${context ?? ''} ${title}`.trim(),
      result: results[status],
      message: exception ? JSON.stringify(exception) : '',
    }))
}

/** Reads `phpunit --teamcity`: a message for each event. */
export function readTeamcity(output) {
  const messages = [...output.matchAll(/^##teamcity\[(\w+) (.*)\]$/gm)].map(([, kind, text]) => ({
    kind,
    ...Object.fromEntries(
      [...text.matchAll(/(\w+)='((?:[^'|]|\|.)*)'/g)].map(([, key, value]) => [key, value]),
    ),
  }))
  const plain = (text = '') => text.replaceAll(/\|n/g, '\n').replaceAll(/\|(['|[\]])/g, '$1')
  let suite = ''
  const tests = []
  for (const { kind, name, message, details } of messages) {
    if (kind === 'testSuiteStarted') suite = name
    if (kind === 'testStarted') tests.push({ test: `${suite}::${name}`, result: 'passed', message: '' })
    const last = tests.at(-1)
    if (kind === 'testFailed')
      Object.assign(last, { result: 'failed', message: plain(`${message}|n${details}`) })
    if (kind === 'testIgnored') Object.assign(last, { result: 'skipped', message: plain(message) })
  }
  return tests
}

/** Reads the report of JUnit: an element for each test. */
export function readJUnit(xml) {
  const plain = (text = '') =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  const attribute = (text, name) => plain(new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1])
  return [...xml.matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)].map(
    ([, head, body = '']) => {
      const test = `${attribute(head, 'classname').split('.').at(-1)}.${attribute(head, 'name')}`
      const failure = /<(?:failure|error)\b([^>]*)>/.exec(body)
      if (failure) return { test, result: 'failed', message: attribute(failure[1], 'message') }
      return { test, result: body.includes('<skipped') ? 'skipped' : 'passed', message: '' }
    },
  )
}
