import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { InlineConfig, ViteDevServer } from 'vite'
import type { FetchResult } from 'vite/module-runner'
import { keepCompiled } from './compiled.ts'
import { forgetModules } from './fresh.ts'
import { held } from './held.ts'
import { importVite, type Vite } from './import-vite.ts'
import type { Loader, LoaderOptions } from './loader.ts'
import { loopPlugin, programPlugin } from './program-plugin.ts'

/** A server of Vite that only transforms modules: it listens nowhere, and watches no file. */
const serverOptions = ({ root, fresh }: LoaderOptions, { parseAst }: Vite): InlineConfig => ({
  root,
  configFile: false,
  logLevel: 'silent',
  appType: 'custom',
  clearScreen: false,
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true, include: [] },
  resolve: { tsconfigPaths: true },
  ssr: { noExternal: [...fresh] },
  plugins: [programPlugin(fresh), loopPlugin(parseAst)],
})

/** Transforms each module once. Later loads of the program get the same text without a wait. */
function transforms(server: ViteDevServer, startOffset: number | undefined) {
  const { ssr: environment } = server.environments
  const known = new Map<string, Promise<FetchResult>>()
  return (url: string, importer: string | undefined): Promise<FetchResult> => {
    const key = `${importer ?? ''}\n${url}`
    const before = known.get(key)
    if (before) return before
    const result = held(
      environment?.fetchModule(
        url,
        importer,
        startOffset === undefined ? {} : { startOffset },
      ) as Promise<FetchResult>,
    )
    known.set(key, result)
    return result
  }
}

/** The modules of packages. They are evaluated once, by Node, and are the same for all processes. */
function packages() {
  const known = new Map<string, unknown>()
  return async (file: string): Promise<unknown> => {
    if (!known.has(file)) known.set(file, await held(import(file)))
    return known.get(file)
  }
}

/** Loads a program of ES modules, TypeScript or JSX by the module runner of Vite. */
export async function moduleLoader(options: LoaderOptions): Promise<Loader> {
  const { vite, runner } = await importVite()
  const server = await vite.createServer(serverOptions(options, vite))
  const importPackage = packages()
  class Evaluator extends runner.ESModulesEvaluator {
    override runExternalModule = importPackage
  }
  const evaluator = new Evaluator()
  const fetchModule = transforms(server, evaluator.startOffset)
  const create = () =>
    new runner.ModuleRunner(
      {
        hmr: false,
        sourcemapInterceptor: 'prepareStackTrace',
        transport: {
          async invoke({ data: { name, data } }: { data: { name: string; data: unknown[] } }) {
            const [url, importer] = data as [string, string | undefined]
            return { result: name === 'fetchModule' ? await fetchModule(url, importer) : [] }
          },
        } as never,
      },
      evaluator,
    )
  // Processes side by side share no module. The first runner is made now, because it sets
  // `Error.prepareStackTrace`, which must not look like a change that the program made.
  const runners = new Map([[1, create()]])
  const require = createRequire(pathToFileURL(options.file))
  const forget = keepCompiled(options.fresh)
  return {
    async load(process = 1) {
      forgetModules(require, options.fresh)
      const modules = runners.get(process) ?? create()
      runners.set(process, modules)
      modules.clearCache()
      return modules.import(options.file)
    },
    async close() {
      forget()
      for (const modules of [...runners.values()].reverse()) await modules.close()
      await server.close()
    },
  }
}
