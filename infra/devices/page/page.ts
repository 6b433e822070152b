import type { DeviceConfiguration, DeviceWarning } from '@gatehouse/validation/device-protocol'
import {
  type DeviceMemory,
  type DeviceState,
  type EventAnswer,
  emptyMemory,
  SimulatedDevice,
} from '../simulated-device.ts'
import { createCurrentCode } from './current-code.ts'
import { findKeptDevice, keepDevice } from './kept-device.ts'

/** What the page's server provides. */
interface Surroundings {
  url: string
  methods: { id: string; key: string; name: string; serial_number: string }[]
}

const stateNames: Record<DeviceState, string> = {
  unpaired: 'Not paired',
  offline: 'No network – events wait',
  connecting: 'Connecting',
  online: 'Online',
}

function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${id}`)
}

const display = byId('display', HTMLOutputElement)
const hint = byId('hint', HTMLParagraphElement)
const choice = byId('choice', HTMLSelectElement)
const code = byId('code', HTMLInputElement)
const temperature = byId('temperature', HTMLInputElement)
const digits = byId('digits', HTMLInputElement)
const network = byId('network', HTMLButtonElement)

const { url, methods } = (await (await fetch('./surroundings.json')).json()) as Surroundings
for (const { id, key, name } of methods) choice.append(new Option(`${name} (${key})`, id))
byId('pairing', HTMLFormElement).hidden = methods.length === 0

const current = createCurrentCode({
  show: (text) => write(text, 'Type this code on your phone.'),
  clear: () => write('Ready', 'Welcome.'),
})

const kept = findKeptDevice(sessionStorage, url)
let serialNumber = kept?.serialNumber ?? (methods[0]?.serial_number || 'PLAY-0001')
let device = makeDevice(kept?.memory)
let lastReading: string | null = null
let hasNetwork = true
if (kept?.memory.configuration) showConfiguration(kept.memory.configuration)
showState(device.state)
device.start()

function makeDevice(memory: DeviceMemory = emptyMemory()): SimulatedDevice {
  const made = new SimulatedDevice({
    url,
    serialNumber,
    versions: { firmware: '2.4.1', page: '1' },
    memory,
  })
  made.on('state', showState)
  made.on('configuration', showConfiguration)
  made.on('answer', showAnswer)
  made.on('configuration', keep)
  made.on('command', (command) => {
    if (command === 'identify') show('★ ★ ★', 'It is me.')
  })
  return made
}

/** Stores the device, so that a reload loses no queued event. */
function keep(): void {
  keepDevice(sessionStorage, url, { serialNumber, memory: device.memory })
}

function showConfiguration({
  method_name,
  site_name,
  in_service,
  use_temperature,
}: DeviceConfiguration): void {
  byId('method', HTMLHeadingElement).textContent = method_name
  byId('site', HTMLParagraphElement).textContent = site_name
  byId('reading', HTMLFormElement).hidden = !use_temperature
  show(in_service ? 'Ready' : 'Out of service', in_service ? 'Welcome.' : 'Please see staff.')
}

/** Replaces a code, if there is one. */
function show(text: string, explanation: string): void {
  current.end()
  write(text, explanation)
}

function write(text: string, explanation: string): void {
  display.value = text
  hint.textContent = explanation
}

function showState(state: DeviceState): void {
  byId('state', HTMLSpanElement).textContent = stateNames[state]
  document.querySelector<HTMLElement>('.lamp')?.setAttribute('data-state', state)
  showWaiting()
}

function showWaiting(): void {
  const { length } = device.memory.events
  byId('waiting', HTMLParagraphElement).textContent =
    length === 0 ? '' : `${length} ${length === 1 ? 'event waits' : 'events wait'} to be sent.`
  keep()
}

const outcomes = {
  signed_in: 'Welcome',
  signed_out: 'Goodbye',
  banned: 'Please see staff',
  high_temperature: 'Please see staff',
  low_temperature: 'Please see staff',
}

function showAnswer(answer: EventAnswer): void {
  showWaiting()
  if (answer.type === 'refused') return show('–', answer.message)
  if (answer.code !== undefined) return current.answer(answer)
  if (answer.outcome) return show(outcomes[answer.outcome], answer.first_name ?? '')
  show('Ready', 'Noted.')
}

async function pairWith(newSerial: string, pairingCode: string): Promise<void> {
  device.stop()
  serialNumber = newSerial
  device = makeDevice()
  try {
    await device.pair(pairingCode)
  } catch (error) {
    show('–', error instanceof Error ? error.message : String(error))
  }
}

/** Does the work instead of sending the form. */
function onSubmit(id: string, work: (button: HTMLElement | null) => Promise<void> | void): void {
  byId(id, HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    void work(event.submitter)
  })
}

onSubmit('pairing', async () => {
  const method = methods.find(({ id }) => id === choice.value)
  const response = await fetch(`./pairing-code?method=${choice.value}`, { method: 'POST' })
  const answer = (await response.json()) as { code?: string; message?: string }
  if (answer.code === undefined) return show('–', answer.message ?? 'No code was made.')
  await pairWith(method?.serial_number || `PLAY-${method?.key ?? ''}`, answer.code)
})
onSubmit('typed', () => pairWith(`PLAY-${code.value.replace(/\W/g, '')}`, code.value))
onSubmit('reading', () => {
  lastReading = device.measure(Number(temperature.value))
  current.begin(lastReading)
  if (device.state !== 'online') show('…', 'No network. Your code comes when it is back.')
  showWaiting()
})
onSubmit('pin', (button) => {
  device.typePin(digits.value, button?.getAttribute('value') === 'out' ? 'out' : 'in', lastReading)
  lastReading = null
  digits.value = ''
  showWaiting()
})
byId('warnings', HTMLFormElement).addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement) device.warn(target.name as DeviceWarning, target.checked)
  showWaiting()
})
temperature.addEventListener('input', () => {
  byId('degrees', HTMLOutputElement).value = `${Number(temperature.value).toFixed(1)} °C`
})
network.addEventListener('click', () => {
  hasNetwork = !hasNetwork
  network.textContent = hasNetwork ? 'Lose the network' : 'Bring the network back'
  if (hasNetwork) device.start()
  else device.stop()
})
byId('restart', HTMLButtonElement).addEventListener('click', () => device.restart())
