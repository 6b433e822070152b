import { Counter, Histogram } from '@prometheus-io/client'

/** Each app adds them to its own registry. */
const registers: [] = []

/** Counted when it is written: a transaction that fails after that counts too. */
export const checkIns = new Counter({
  name: 'gatehouse_check_ins_total',
  help: 'Check-ins that this node stored, by outcome',
  labelNames: ['outcome'],
  registers,
})

export const deliveries = new Counter({
  name: 'gatehouse_delivery_attempts_total',
  help: 'Attempts of this node to deliver an email, webhook, notification or text message',
  labelNames: ['queue'],
  registers,
})

export const deliveryFailures = new Counter({
  name: 'gatehouse_delivery_failures_total',
  help: 'Attempts that failed',
  labelNames: ['queue'],
  registers,
})

export const jobDuration = new Histogram({
  name: 'gatehouse_job_duration_seconds',
  help: 'Runs of recurring jobs on this node',
  labelNames: ['task', 'result'],
  registers,
  buckets: [0.01, 0.1, 1, 10, 60, 600],
})

/** The metrics of this process. */
export const processMetrics = [checkIns, deliveries, deliveryFailures, jobDuration]
