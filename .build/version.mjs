// Writes the version of package.json where snapshots, recordings and the README name it.
import { readFileSync, writeFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

function replace(path, pattern, text) {
  const before = readFileSync(path, 'utf8')
  if (!before.match(pattern)) throw new Error(`${path} has no version that matches ${pattern}`)
  writeFileSync(path, before.replaceAll(pattern, text))
}

replace('src/world/handle/version.ts', /(?<=ENGINE = ')[^']+/g, version)
replace('README.md', /fauxgraph-\d+\.\d+\.\d+(-[\w.]+)?\.tgz/g, `fauxgraph-${version}.tgz`)
