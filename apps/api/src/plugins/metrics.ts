import { createHash, timingSafeEqual } from 'node:crypto'
import { isLoopbackHost } from '@gatehouse/validation/loopback'
import { Gauge, Registry } from '@prometheus-io/client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fastifyMetrics from 'fastify-metrics'
import type { Database } from '../db/client.ts'
import { AppError } from '../lib/app-error.ts'
import { isLoopbackAddress } from '../lib/client-ip.ts'
import { processMetrics } from '../lib/metrics.ts'

export interface MetricsDeps {
  /** The bearer token of callers that are not on this machine. */
  token: string | undefined
  pools: Readonly<Record<string, Database>>
}

/**
 * Serves `GET /metrics` in the Prometheus text format: to callers on this machine, and to those
 * with the token. It has no personal data and no client's id. Routes registered before are not
 * measured.
 * @returns the registry of this app, for the gauges of modules
 */
export async function registerMetrics(
  app: FastifyInstance,
  { token, pools }: MetricsDeps,
): Promise<Registry> {
  const registry = new Registry()
  for (const metric of processMetrics) registry.registerMetric<string>(metric)
  await app.register(fastifyMetrics, {
    endpoint: {
      url: '/metrics',
      method: 'GET',
      exposeHeadRoute: false,
      onRequest: async (request) => assertMayRead(request, token),
      // The plugin sets its own handler.
      handler: () => undefined,
    },
    defaultMetrics: { enabled: false },
    routeMetrics: {
      enabled: { histogram: true, summary: false },
      overrides: {
        histogram: {
          registers: [registry],
          help: 'Duration of responses by method, route and status',
          buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
        },
        // The plugin creates it even if it is not enabled.
        summary: { registers: [registry] },
      },
    },
  })
  for (const [name, help, key] of [
    ['gatehouse_database_connections', 'Connections in use', 'running'],
    ['gatehouse_database_waiting', 'Transactions waiting for a connection', 'waiting'],
  ] as const)
    addGauge(registry, name, help, ['pool'], (gauge) => {
      for (const [pool, { usage }] of Object.entries(pools)) gauge.set({ pool }, usage?.()[key] ?? 0)
    })
  return registry
}

/** Adds a gauge whose values are read at each scrape. */
export function addGauge<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[],
  read: (gauge: Gauge<Label>) => Promise<void> | void,
): void {
  // eslint-disable-next-line no-new
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      return read(this)
    },
  })
}

/** @throws AppError `unauthenticated`; `not_found` where no token is set */
function assertMayRead(request: FastifyRequest, token: string | undefined): void {
  if (isFromThisMachine(request)) return
  if (token === undefined) throw new AppError('not_found')
  const sent = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  if (!timingSafeEqual(digest(sent), digest(token))) throw new AppError('unauthenticated')
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const proxyHeader = /^(?:forwarded|via|cf-.*|true-client-ip|x-(?:forwarded|real|client|envoy)-.*)$/

/** A request that a proxy on this machine forwards is not from this machine. */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some((name) => proxyHeader.test(name))
  const isAskedHere = isLoopbackHost(headers.host?.replace(/:\d+$/, '') ?? '')
  return isAskedHere && !isForwarded && isLoopbackAddress(raw.socket.remoteAddress ?? '')
}
