import type { DeviceWarning } from '@gatehouse/validation/device-protocol'
import { type DeviceState, type EventAnswer, emptyMemory, SimulatedDevice } from '../simulated-device.ts'

/** What the server of the page tells it. */
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

let device = makeDevice(methods[0]?.serial_number || 'PLAY-0001')
let lastReading: string | null = null
let hasNetwork = true
let codeTimer: ReturnType<typeof setTimeout> | undefined

function makeDevice(serialNumber: string): SimulatedDevice {
  const made = new SimulatedDevice({
    url,
    serialNumber,
    versions: { firmware: '2.4.1', page: '1' },
    memory: emptyMemory(),
  })
  made.on('state', showState)
  made.on('configuration', ({ method_name, site_name, in_service, use_temperature }) => {
    byId('method', HTMLHeadingElement).textContent = method_name
    byId('site', HTMLParagraphElement).textContent = site_name
    byId('reading', HTMLFormElement).hidden = !use_temperature
    show(in_service ? 'Ready' : 'Out of service', in_service ? 'Welcome.' : 'Please see staff.')
  })
  made.on('answer', showAnswer)
  made.on('command', (command) => {
    if (command === 'identify') show('★ ★ ★', 'It is me.')
  })
  return made
}

function show(text: string, explanation: string): void {
  clearTimeout(codeTimer)
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
  if (answer.code !== undefined) return showCode(answer.code, answer)
  if (answer.outcome) return show(outcomes[answer.outcome], answer.first_name ?? '')
  show('Ready', 'Noted.')
}

/** Until it expires. The clock of this machine may be wrong, so the time that is left is measured by that of the installation. */
function showCode(
  text: string,
  { now, expires_at: end }: { now: string; expires_at?: string | undefined },
): void {
  show(text, 'Type this code on your phone.')
  if (end === undefined) return
  const left = new Date(end).getTime() - new Date(now).getTime()
  codeTimer = setTimeout(() => show('Ready', 'Welcome.'), left)
}

async function pairWith(serialNumber: string, pairingCode: string): Promise<void> {
  device.stop()
  device = makeDevice(serialNumber)
  try {
    await device.pair(pairingCode)
  } catch (error) {
    show('–', error instanceof Error ? error.message : String(error))
  }
}

/** Does the work in place of sending the form. */
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
