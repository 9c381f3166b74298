import childProcess from 'node:child_process'
import crypto from 'node:crypto'
import dns from 'node:dns'
import events, { EventEmitter } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import module from 'node:module'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import stream from 'node:stream'
import timers from 'node:timers'
import timersPromises from 'node:timers/promises'
import tls from 'node:tls'
import url from 'node:url'
import util from 'node:util'
import zlib from 'node:zlib'

/** The modules of Node, and their classes, whose members programs replace: to log calls, or to mock them. */
export const platform = (): readonly object[] =>
  [
    process,
    console,
    childProcess,
    crypto,
    dns,
    dns.promises,
    events,
    fs,
    fs.promises,
    http,
    https,
    module,
    module.prototype,
    net,
    os,
    path,
    stream,
    timers,
    timersPromises,
    tls,
    url,
    util,
    zlib,
    ...[http.Agent, http.ClientRequest, http.IncomingMessage, http.Server, http.ServerResponse],
    ...[net.Socket, net.Server, stream.Stream, stream.Readable, stream.Writable, stream.Duplex],
  ].flatMap((known): object[] => (typeof known === 'function' ? [known, known.prototype] : [known]))

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
