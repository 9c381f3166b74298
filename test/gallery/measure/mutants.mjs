import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from '@typescript/typescript6'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { mutantsOf } from './mutate.mjs'
import { isClient, usesOf } from './uses.mjs'

/** A module as JavaScript that imports the built modules beside it; undefined if it does not parse. */
function built(text) {
  const { outputText, diagnostics } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  })
  if (diagnostics.length > 0) return undefined
  return outputText
    .replaceAll("'../../../src/index.ts'", "'../index.mjs'")
    .replaceAll(/'\.{1,2}\/([\w-]+)\.ts'/g, "'../$1.mjs'")
}

function shuffled(list, seed) {
  const generator = xoroshiro128plus(seed)
  for (let place = list.length - 1; place > 0; place--) {
    const other = (generator.next() >>> 0) % (place + 1)
    const kept = list[place]
    list[place] = list[other]
    list[other] = kept
  }
  return list
}

/** The clients that several programs share. */
const clients = ['graph-client', 'lead-client']

const pathOf = (root, name) => join(root, 'test/gallery', `${name}.ts`)

/** The mutants of the shared clients, dealt out to the programs that run what is changed. */
function clientMutants(root, names) {
  return clients.flatMap((client) => {
    const path = pathOf(root, client)
    const partsUsedBy = usesOf(client, path)
    const users = names.flatMap((name) => {
      const program = readFileSync(pathOf(root, name), 'utf8')
      return program.includes(`/${client}.ts'`) ? [{ name, parts: partsUsedBy(program) }] : []
    })
    return mutantsOf(path).flatMap((mutant, place) => {
      const [changed] = mutant.around.filter((name) => !isClient(name))
      const able = users.filter(({ parts }) => changed === undefined || parts.has(changed))
      return able.length === 0 ? [] : [{ ...mutant, name: able[place % able.length].name, client }]
    })
  })
}

/** Writes the modules of a mutant. Returns the path of the program, or undefined if the change does not parse. */
function written(root, folder, { name, client, text }, number) {
  const changed = built(text)
  if (changed === undefined) return undefined
  const module = join(folder, 'mutants', `${number}.mjs`)
  if (client === undefined) writeFileSync(module, changed)
  else {
    const program = built(readFileSync(pathOf(root, name), 'utf8'))
    writeFileSync(module, program.replaceAll(`'../${client}.mjs'`, `'./${number}-${client}.mjs'`))
    writeFileSync(join(folder, 'mutants', `${number}-${client}.mjs`), changed)
  }
  return module
}

/**
 * Writes every mutant of the programs, and of the clients that they share, into the folder. Returns them in an
 * order that the seed decides.
 */
export function writeMutants(root, folder, names, seed) {
  mkdirSync(join(folder, 'mutants'))
  const own = names.flatMap((name) => mutantsOf(pathOf(root, name)).map((mutant) => ({ ...mutant, name })))
  return shuffled([...own, ...clientMutants(root, names)], seed).flatMap((mutant, number) => {
    const module = written(root, folder, mutant, number)
    return module === undefined ? [] : [{ ...mutant, number, module }]
  })
}
