// Writes the version of package.json where snapshots, recordings and the commands of the docs name it.
import { readFileSync, writeFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

function replace(path, pattern, text) {
  const before = readFileSync(path, 'utf8')
  if (!before.match(pattern)) throw new Error(`${path} has no version that matches ${pattern}`)
  writeFileSync(path, before.replaceAll(pattern, text))
}

replace('src/world/handle/version.ts', /(?<=ENGINE = ')[^']+/g, version)
const tarball = /fauxgraph-\d+\.\d+\.\d+(-[\w.]+)?\.tgz/g
for (const path of [
  'README.md',
  'docs/explore.md',
  'docs/recipes/apps.md',
  'test/clients/recipes/docker-compose/Dockerfile',
])
  replace(path, tarball, `fauxgraph-${version}.tgz`)
