import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { cleanPhoneText } from '@gatehouse/validation/phone-text'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { hydrate } from './check-in.ts'
import { useCheckIn } from './check-in-store.ts'
import type { Details } from './form/details.ts'
import { switchLanguage } from './form-actions.ts'

/**
 * Hydrates a server-rendered first step. Keeps the text typed before, the chosen language and a
 * press on Continue.
 */
export function useHydration(submit: () => void): void {
  const isServerRendered = useCheckIn((state) => state.isServerRendered)
  const focusedInput = useRef<HTMLInputElement>(null)
  const isHelpFocused = useRef(false)
  const submitIfPressed = useEffectEvent(() => {
    if (consumeEarlySubmit()) submit()
  })
  useLayoutEffect(() => {
    if (!useCheckIn.getState().isServerRendered) return
    const { activeElement } = document
    if (activeElement instanceof HTMLInputElement && activeElement.value === '')
      focusedInput.current = activeElement
    isHelpFocused.current = activeElement?.closest('[data-script-help]') != null
    const language = serverRenderedLanguage()
    hydrate(readServerRenderedDetails())
    const chosen = runtimeConfig.languages.find((offered) => offered === language)
    if (chosen && chosen !== runtimeConfig.language) void switchLanguage(chosen)
  }, [])
  useEffect(() => {
    if (isServerRendered) return
    // The focused field may have been filled from memory. With its text selected, the visitor can
    // type over it.
    const { current } = focusedInput
    if (current && current === document.activeElement) current.select()
    // The help for a missing script is removed, so its focus moves on.
    if (isHelpFocused.current) document.querySelector<HTMLElement>('form [type=submit]')?.focus()
    submitIfPressed()
  }, [isServerRendered])
}

/** The language that is selected in the page's language switch. */
export function serverRenderedLanguage(): string | undefined {
  return document.querySelector<HTMLSelectElement>('header select')?.value
}

/** The values of the server-rendered fields, typed by the visitor or filled in by the browser. */
function readServerRenderedDetails(): Details {
  return {
    firstName: valueOf('firstName'),
    lastName: valueOf('lastName'),
    mobile: cleanPhoneText(valueOf('mobile')),
    dependents: Number(valueOf('dependents')) || 0,
  }
}

/**
 * Whether Continue was pressed before hydration, as `before-hydration.js` has recorded. Reading
 * resets it.
 */
function consumeEarlySubmit(): boolean {
  const { dataset } = document.documentElement
  const isPressed = dataset['pressed'] !== undefined
  delete dataset['pressed']
  return isPressed
}

function valueOf(id: string): string {
  const control = document.getElementById(id)
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control.value : ''
}
