import { type Signal, signal } from '@preact/signals'
import { atMostEvery } from '../../../src/inspector/viewer/state/pace.ts'
import type { Snapshot } from '../../../src/world/create-world.ts'
import type { World } from '../../../src/world/world.ts'
import { unpacked } from './address.ts'
import { type PageTransport, pageTransport } from './transport.ts'
import { addressOf, firstWorld, type OpenedWorld, worldOfAddress } from './world.ts'

/** The work of a person: a world, its address, and the request that is filled in. */
export interface Session {
  readonly transport: PageTransport
  /** The world that is shown, and its name; an empty one for the world of the page. */
  readonly world: Signal<World>
  readonly shown: Signal<string>
  /** The name of the request that is filled in; empty for none. */
  readonly request: Signal<string>
  /** A sentence about what is wrong or missing; empty if nothing is. */
  readonly notice: Signal<string>
  /** Shows another world in place of this one. */
  open(opened: OpenedWorld): void
}

const TOO_LONG = 'This world is too long for an address: save it as a file.'

/** The members of the address: `request`, `world` and `shown`. */
const members = () => new URLSearchParams(window.location.hash.slice(1))

/** Says nothing of the address, which anybody may have written. */
const WRONG = 'The address has no world that this page can read, so a new world has begun.'

async function worldIn(text: string, beginning: Snapshot): Promise<OpenedWorld> {
  try {
    return worldOfAddress(await unpacked(text), beginning)
  } catch {
    return { world: firstWorld(beginning), notice: WRONG }
  }
}

/** Begins with the world of the address, or with the first one. Keeps the address up to date. */
export async function beginSession(beginning: Snapshot, names: readonly string[]): Promise<Session> {
  let kept = ''
  const known = (name: string | null) => (name !== null && names.includes(name) ? name : '')
  const request = signal(known(members().get('request')))
  const shown = signal('')
  const notice = signal('')
  const write = () => {
    const parts = [
      ...(request.value === '' ? [] : [`request=${request.value}`]),
      ...(kept === '' ? [] : [`world=${kept}`]),
    ]
    window.history.replaceState(null, '', `#${parts.join('&')}`)
  }
  const keep = atMostEvery(300, 4, async () => {
    const now = world.value
    const text = await addressOf(now, beginning)
    if (now !== world.value) return
    if (text === undefined) notice.value = TOO_LONG
    else if (notice.value === TOO_LONG) notice.value = ''
    kept = text ?? ''
    write()
  })
  const read = async (text: string) => {
    kept = text
    const opened = text === '' ? { world: firstWorld(beginning), notice: '' } : await worldIn(text, beginning)
    if (opened.notice !== '') kept = ''
    return opened
  }
  const first = await read(members().get('world') ?? '')
  const world = signal(first.world)
  notice.value = first.notice
  const transport = pageTransport(first.world, keep)
  const open = (opened: OpenedWorld) => {
    world.value = opened.world
    notice.value = opened.notice
    shown.value = ''
    transport.serve(opened.world)
  }
  const show = (name: string) => {
    const named = transport.worldOf(name)
    if (named) {
      world.value = named
      shown.value = name
    }
    transport.changed()
    write()
  }
  request.subscribe(write)
  window.addEventListener('hashchange', async () => {
    const address = members()
    const name = address.get('shown')
    if (name !== null) {
      show(name)
      return
    }
    request.value = known(address.get('request'))
    const text = address.get('world')
    if (text !== null && text !== kept) open(await read(text))
  })
  return { transport, world, shown, request, notice, open }
}
