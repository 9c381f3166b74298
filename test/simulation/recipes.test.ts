import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { exampleText } from '../docs/blocks.ts'
import { installPackage } from '../front/cli/install-package.ts'

const page = readFileSync(new URL('../../docs/simulation.md', import.meta.url), 'utf8')

/** A recipe of the page, by its name. */
function recipe(name: string): string {
  const [, text] = new RegExp(`<!-- recipe: ${name} -->\n\`\`\`\\w+\n([^\`]+)\`\`\``).exec(page) ?? []
  if (text === undefined) throw new Error(`There is no recipe ${name}`)
  return text
}

function yaml(name: string): Record<string, unknown> {
  const document = parseDocument(recipe(name))
  expect(document.errors).toEqual([])
  return document.toJS()
}

describe('the recipes for several machines', () => {
  test.each(['parallel', 'slurm'])('%s is a script that a shell reads', (name) => {
    expect(execFileSync('sh', ['-n'], { input: recipe(name), encoding: 'utf8' })).toBe('')
    expect(recipe(name)).toContain('fauxgraph simulate agents.study.ts --seeds')
  })

  test('Kubernetes gives each pod a shard of its own', () => {
    const job = yaml('kubernetes')
    const { completions, template, completionMode } = job['spec'] as {
      completions: number
      completionMode: string
      template: {
        spec: {
          containers: { args: string[]; volumeMounts: { name: string }[] }[]
          volumes: { name: string }[]
        }
      }
    }
    const [container] = template.spec.containers
    expect([job['kind'], completionMode, completions]).toEqual(['Job', 'Indexed', 8])
    const script = container?.args[0] ?? ''
    const words = execFileSync('sh', ['-c', `npx() { printf '%s ' "$@"; }; ${script}`], {
      env: { ...process.env, JOB_COMPLETION_INDEX: '7' },
      encoding: 'utf8',
    })
    expect(words).toContain('--shard 8/8 --out /lines/7.jsonl')
    expect(container?.volumeMounts[0]?.name).toBe(template.spec.volumes[0]?.name)
  })

  test('GitHub runs a shard for each index, and merges what they upload', () => {
    const { jobs } = yaml('github') as {
      jobs: Record<
        string,
        { needs?: string; strategy?: { matrix: { index: number[] } }; steps: { run?: string }[] }
      >
    }
    const { index = [] } = jobs['shard']?.strategy?.matrix ?? {}
    const run = jobs['shard']?.steps.map((step) => step.run ?? '').join(' ')
    expect(run).toContain(`--shard \${{ matrix.index }}/${index.length} --out`)
    expect(jobs['merge']?.needs).toBe('shard')
    expect(jobs['merge']?.steps.some((step) => step.run?.includes('simulate --merge *.jsonl --page'))).toBe(
      true,
    )
  })
})

/** A folder as a user has it, with the study of the page. */
async function projectFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-parallel-'))
  const program = await installPackage(folder)
  mkdirSync(join(folder, 'node_modules/.bin'))
  writeFileSync(join(folder, 'node_modules/.bin/fauxgraph'), `#!/bin/sh\nexec node ${program} "$@"\n`, {
    mode: 0o755,
  })
  // Node 20 reads TypeScript by Vite.
  symlinkSync(join(import.meta.dirname, '../../node_modules/vite'), join(folder, 'node_modules/vite'))
  writeFileSync(join(folder, 'agents.study.ts'), exampleText('test/guide/agents.study.ts'))
  return folder
}

// GNU parallel is not installed everywhere: `npm run check -- parallel` needs it.
test.runIf(process.env['FAUXGRAPH_PARALLEL'])(
  'GNU parallel runs the shards of its recipe, whose merge is what one process prints',
  async () => {
    const folder = await projectFolder()
    const sh = (script: string) => execFileSync('sh', ['-ec', script], { cwd: folder, encoding: 'utf8' })
    try {
      // Ten seeds of each shard instead of a hundred.
      const script = recipe('parallel').replace('--seeds 1..400', '--seeds 1..40')
      expect(script).toContain('1..40 ')
      const merged = sh(script)
      expect(merged).toMatch(/ agents 2 +\d.* 40\n/)
      expect(merged).not.toContain('Missing')
      expect(merged).toBe(sh('npx fauxgraph simulate agents.study.ts --seeds 1..40 --page own.html'))
      const [page, own] = ['agents.html', 'own.html'].map((name) => readFileSync(join(folder, name), 'utf8'))
      expect(page).toBe(own)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  1_800_000,
)
