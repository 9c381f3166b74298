import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { ts } from 'ts-morph'
import { mutantsOf } from './mutate.mjs'

/** The program as JavaScript that imports the built modules beside it; undefined if it does not parse. */
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
    .replaceAll("'../graph-client.ts'", "'../graph-client.mjs'")
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

/** Writes every mutant of the programs into the folder, and returns them in an order that the seed decides. */
export function writeMutants(root, folder, names, seed) {
  mkdirSync(join(folder, 'mutants'))
  const all = names.flatMap((name) =>
    mutantsOf(join(root, 'test/gallery', `${name}.ts`)).map((mutant) => ({ name, ...mutant })),
  )
  return shuffled(all, seed).flatMap((mutant, place) => {
    const text = built(mutant.text)
    if (text === undefined) return []
    const module = join(folder, 'mutants', `${place}.mjs`)
    writeFileSync(module, text)
    return [{ ...mutant, number: place, module }]
  })
}
