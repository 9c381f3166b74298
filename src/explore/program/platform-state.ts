import assert from 'node:assert'
import asyncHooks from 'node:async_hooks'
import buffer from 'node:buffer'
import childProcess from 'node:child_process'
import cluster from 'node:cluster'
import crypto from 'node:crypto'
import dgram from 'node:dgram'
import diagnostics from 'node:diagnostics_channel'
import dns from 'node:dns'
import events, { EventEmitter } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import inspector from 'node:inspector'
import module from 'node:module'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import perfHooks from 'node:perf_hooks'
import querystring from 'node:querystring'
import readline from 'node:readline'
import stream from 'node:stream'
import decoder from 'node:string_decoder'
import timers from 'node:timers'
import timersPromises from 'node:timers/promises'
import tls from 'node:tls'
import tty from 'node:tty'
import url from 'node:url'
import util from 'node:util'
import v8 from 'node:v8'
import vm from 'node:vm'
import workerThreads from 'node:worker_threads'
import zlib from 'node:zlib'

const modules: readonly object[] = [
  ...[assert, asyncHooks, buffer, childProcess, cluster, crypto, dgram, diagnostics, dns, dns.promises],
  ...[events, fs, fs.promises, http, http2, https, inspector, module, net, os, path, perfHooks, querystring],
  ...[readline, stream, decoder, timers, timersPromises, tls, tty, url, util, v8, vm, workerThreads, zlib],
]

/** The members of an object, as far as they are no getters: some of those load what nobody has asked for. */
const membersOf = (owner: object): unknown[] =>
  Reflect.ownKeys(owner).map((key): unknown => Object.getOwnPropertyDescriptor(owner, key)?.value)

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** A class and its prototype; nothing for a function that is no class. */
function classIn(value: unknown): object[] {
  if (typeof value !== 'function') return []
  const { prototype } = value
  return isObject(prototype) && Reflect.ownKeys(prototype).length > 1 ? [value, prototype] : []
}

/** The modules of Node, and their classes, whose members programs replace: to log calls, or to mock them. */
export const platform = (): readonly object[] => [
  ...[process, console, performance, Reflect.get(module, '_extensions')],
  ...modules,
  ...modules.filter((known) => typeof known === 'function').flatMap(classIn),
  ...modules.flatMap(membersOf).flatMap(classIn),
]

/** Objects of Node whose state goes on: programs replace their methods only. */
export const instances = (): readonly object[] => [
  process.stdout,
  process.stderr,
  http.globalAgent,
  https.globalAgent,
]

/** The prototypes that no name leads to, such as those of iterators. */
const unnamed: readonly object[] = [
  ...[[], '', new Map(), new Set(), 'a'.matchAll(/a/g)].map((list) => list[Symbol.iterator]()),
  (function* () {})(),
  (async function* () {})(),
].flatMap((iterator) => {
  const found: object[] = []
  for (let owner = Object.getPrototypeOf(iterator); owner !== Object.prototype; ) {
    found.push(owner)
    owner = Object.getPrototypeOf(owner)
  }
  return found
})

/** The objects of the language and of the web that all code shares. */
export const language = (): readonly object[] => [
  ...unnamed,
  Object.getPrototypeOf(Uint8Array),
  Object.getPrototypeOf(Uint8Array.prototype),
  ...[Math, JSON, Reflect, Atomics, Intl],
  ...membersOf(Intl).flatMap(classIn),
  ...membersOf(globalThis).flatMap(classIn),
]

/** Remembers a setting. Returns how to set it again if it changed. */
function kept<T>(read: () => T, write: (value: T) => void): () => void {
  const before = read()
  return () => {
    if (!Object.is(read(), before)) write(before)
  }
}

/** Remembers a member that is a getter and a setter. */
const keptMember = <Owner extends object>(owner: Owner, name: keyof Owner) =>
  kept(
    () => owner[name],
    (value) => {
      owner[name] = value
    },
  )

/** Remembers the servers that are asked for names. */
function keptServers(): () => void {
  const before = dns.getServers()
  return () => {
    if (dns.getServers().join() !== before.join()) dns.setServers(before)
  }
}

/** The settings of reports, which Node writes when something happens. */
const reports = ['directory', 'filename', 'signal', 'reportOnSignal', 'reportOnFatalError'] as const

/**
 * Remembers the settings of the whole process that no member of an object shows. Returns how to set those
 * again that changed.
 */
export function rememberSettings(): () => void {
  const { defaultOptions } = util.inspect
  const shown = { ...defaultOptions }
  const restorers = [
    keptMember(process, 'title'),
    keptMember(EventEmitter, 'defaultMaxListeners'),
    keptMember(http, 'globalAgent'),
    keptMember(https, 'globalAgent'),
    kept(() => process.umask(), process.umask),
    kept(dns.getDefaultResultOrder, (order) => dns.setDefaultResultOrder(order as 'verbatim')),
    kept(net.getDefaultAutoSelectFamily, net.setDefaultAutoSelectFamily),
    () => void Object.assign(defaultOptions, shown),
    keptServers(),
    ...reports.map((name) => keptMember(process.report, name)),
    keptMember(process.report, 'reportOnUncaughtException'),
  ]
  return () => {
    for (const restore of restorers) restore()
  }
}
