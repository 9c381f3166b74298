import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { defineExploration } from '../../../src/explore/define-exploration.ts'
import { explore } from '../../../src/explore/explore.ts'
import type { ExplorationConfig } from '../../../src/explore/program/config.ts'

/** The files of a program by their paths. */
export type Files = Readonly<Record<string, string>>

/** Writes a program to a folder of its own, which finds the packages of the project. */
export function writeProgram(files: Files): string {
  const root = mkdtempSync(join(tmpdir(), 'fauxgraph-program-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

/** Services outside the world that keep what programs send them: the mirrors of these tests. */
export function keeper() {
  let kept: string[] = []
  const ever: string[] = []
  return {
    others: () => {
      kept = []
      return {
        'https://kept.example': async (request: Request) => {
          const text = await request.text()
          kept.push(text)
          ever.push(text)
          return new Response('{}', { headers: { 'content-type': 'application/json' } })
        },
      }
    },
    mirror: { kept: () => [...new Set(kept)] },
    /** What was sent in any run, each text once. */
    ever: () => [...new Set(ever)],
  }
}

/** Explores a program of these files. Its first file is the main module. */
export async function exploreFiles(files: Files, config: Partial<ExplorationConfig> = {}) {
  const root = writeProgram(files)
  const [program = ''] = Object.keys(files)
  return explore(
    defineExploration({
      name: 'program',
      root,
      program,
      runs: 20,
      stories: false,
      env: ({ names }) => ({ PAGE: names.page, FORM: names.form, TOKEN: names.pageToken }),
      ...config,
    }),
  )
}
