import Module, { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { compileFunction, constants } from 'node:vm'
import { replaceMembers } from '../run/replace.ts'
import { inPackage, isAnew } from './fresh.ts'
import { guardLoops, type Parse } from './guard-loops.ts'

/** What Node calls with the text of a CommonJS module. */
type Compile = (this: Module, code: string, path: string, format?: unknown, ...rest: unknown[]) => unknown

/** The function around the text of a CommonJS module. */
type Wrapper = (...values: readonly unknown[]) => unknown

interface Compiled {
  readonly code: string
  /** The code with guarded loops. */
  readonly text: string
  /** Undefined if Node must compile it: it is no CommonJS code, or has an error. */
  readonly run: Wrapper | undefined
}

const NAMES = ['exports', 'require', 'module', '__filename', '__dirname']

/** Guards the loops of CommonJS code. Code that is not read as a module stays: Node names what is wrong. */
function guarded(code: string, parse: Parse): string {
  try {
    return guardLoops(code, parse)
  } catch {
    return code
  }
}

function wrapperOf(code: string, path: string): Wrapper | undefined {
  try {
    const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
    return compileFunction(code, NAMES, { filename: path, importModuleDynamically }) as Wrapper
  } catch {
    return undefined
  }
}

function requireOf(module: Module): NodeJS.Require {
  const { resolve, main, extensions, cache } = createRequire(module.filename)
  return Object.assign((id: string) => module.require(id), { resolve, main, extensions, cache })
}

/**
 * Compiles the CommonJS modules that each process loads again only once: to compile a package takes longer
 * than to evaluate it. Guards the loops of those of the program, if there is a parser. Returns how to end
 * that.
 */
export function keepCompiled(fresh: readonly string[], parse?: Parse): () => void {
  const known = new Map<string, Compiled>()
  function compiledOf(code: string, path: string, format: unknown): Compiled {
    const before = known.get(path)
    if (before?.code === code) return before
    const isOwn = !path.includes(inPackage)
    const text = isOwn && parse ? guarded(code, parse) : code
    const isCommonJs = format === undefined || format === 'commonjs'
    const compiled = { code, text, run: isCommonJs ? wrapperOf(text, path) : undefined }
    known.set(path, compiled)
    return compiled
  }
  return replaceMembers([
    {
      owner: Module.prototype,
      name: '_compile',
      make: (original: Compile): Compile =>
        function compile(code, path, format, ...rest) {
          if (!isAnew(path, fresh)) return original.call(this, code, path, format, ...rest)
          const { text, run } = compiledOf(code, path, format)
          if (!run) return original.call(this, text, path, format, ...rest)
          const values = [this.exports, requireOf(this), this, path, dirname(path)]
          return Reflect.apply(run, this.exports, values)
        },
    },
  ])
}
