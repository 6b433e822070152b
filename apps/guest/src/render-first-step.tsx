import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { NoScript, ScriptHelp, WaitingStep } from './features/check-in/before-script.tsx'
import { CheckInPage, titleOf } from './features/check-in/check-in-page.tsx'
import { markServerRendered } from './features/check-in/check-in.ts'
import { useCheckIn } from './features/check-in/check-in-store.ts'
import { DetailsStep } from './features/check-in/details-step.tsx'
import { InvalidStep } from './features/check-in/invalid-step.tsx'
import Evacuation from './features/check-in/muster/evacuation.tsx'
import { setScriptHelp } from './features/check-in/script-help.ts'
import { Page, PageFooter } from './lib/page.tsx'
import { setRuntimeConfig } from '@gatehouse/api-client/runtime-config'
import { messages as australian } from '@gatehouse/i18n/catalogues/guest/en-au.po'
import { messages as american } from '@gatehouse/i18n/catalogues/guest/en.po'
import { messages as spanish } from '@gatehouse/i18n/catalogues/guest/es.po'
import { messages as australianMuster } from '@gatehouse/i18n/catalogues/guest-muster/en-au.po'
import { messages as americanMuster } from '@gatehouse/i18n/catalogues/guest-muster/en.po'
import { messages as spanishMuster } from '@gatehouse/i18n/catalogues/guest-muster/es.po'
import { messages as australianBefore } from '@gatehouse/i18n/catalogues/guest-server/en-au.po'
import { messages as americanBefore } from '@gatehouse/i18n/catalogues/guest-server/en.po'
import { messages as spanishBefore } from '@gatehouse/i18n/catalogues/guest-server/es.po'
import { localeTags } from '@gatehouse/i18n/language-names'
import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import type { RenderFirstStep, RuntimeConfig } from '@gatehouse/validation/runtime-config'
import type { Language } from '@gatehouse/validation/vocabulary'

const catalogues: Record<Language, Messages> = {
  'en-au': { ...australian, ...australianBefore, ...australianMuster },
  en: { ...american, ...americanBefore, ...americanMuster },
  es: { ...spanish, ...spanishBefore, ...spanishMuster },
}

/** The components need a router in their context. Rendering does not navigate. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

/**
 * Renders a guest page as it is before the script: the first step as on a phone without stored
 * data, or the venue and what to do for the other steps, which depend on stored data. In an
 * evacuation it renders only that.
 * A build of its own that runs in the API's process. It is synchronous, so that the module state of
 * one page is never used for another.
 */
export const renderFirstStep: RenderFirstStep = ({ methodKey, path, config, machineData: machine }) => {
  const locale = localeTags[config.language]
  i18n.loadAndActivate({ locale, messages: catalogues[config.language] })
  setRuntimeConfig(config)
  const siteName = machine?.siteName ?? ''
  if (machine?.muster?.drill === false) {
    const html = renderEvacuation(methodKey, machine, config)
    // It is complete without a script, so it shows no request for one.
    return { title: titleOf('evacuation', siteName), html: withoutStyleAttributes(html), noScript: '' }
  }
  const isFirst = path === `/${methodKey}`
  // The first styles do not include those of a kiosk's start screen, so the script renders it.
  const isForm = machine && !machine.kiosk && isFirst
  // Stored data decide which of the other steps is shown, so their title is the venue, as their
  // heading is.
  const venueTitle = isForm || !siteName ? titleOf('details', siteName) : siteName
  const title = machine === null ? titleOf('invalid', '') : venueTitle
  const render = () => {
    if (isForm) return renderForm(methodKey, machine, config.language, path)
    return renderPage(
      config,
      machine?.kiosk ?? false,
      machine === null ? renderInvalidStep() : <WaitingStep siteName={siteName} path={path} />,
    )
  }
  return {
    title,
    html: withoutStyleAttributes(render()),
    noScript: withoutStyleAttributes(renderStatic(<NoScript />)),
  }
}

function renderForm(methodKey: string, machine: MachineData, language: Language, path: string): string {
  setMethod(methodKey, machine, language)
  markServerRendered()
  setScriptHelp(renderStatic(<ScriptHelp path={path} />))
  return renderToString(
    <I18nProvider i18n={i18n}>
      <RouterContextProvider router={router}>
        {/* Hydration expects the router's two Suspense boundaries. */}
        <Suspense>
          <Suspense>
            <CheckInPage>
              <DetailsStep />
            </CheckInPage>
          </Suspense>
        </Suspense>
      </RouterContextProvider>
    </I18nProvider>,
  )
}

function renderEvacuation(methodKey: string, machine: MachineData, config: RuntimeConfig): string {
  setMethod(methodKey, machine, config.language)
  return renderPage(config, machine.kiosk, <Evacuation />)
}

function setMethod(methodKey: string, machine: MachineData, language: Language): void {
  useCheckIn.setState({ methodKey, method: { status: 'ready', machine, language } })
}

/** A page without a form. It is not hydrated: the script renders it again. */
function renderPage({ look, languages }: RuntimeConfig, isKiosk: boolean, children: ReactNode): string {
  return renderStatic(
    <Page
      look={look}
      languages={languages}
      onLanguage={() => {}}
      footer={!isKiosk && <PageFooter look={look} />}
      isLarge={isKiosk}
    >
      {children}
    </Page>,
  )
}

function renderInvalidStep(): ReactNode {
  useCheckIn.setState({ method: { status: 'invalid', reason: 'unknown' }, isServerRendered: false })
  return <InvalidStep />
}

function renderStatic(children: ReactNode): string {
  return renderToStaticMarkup(<I18nProvider i18n={i18n}>{children}</I18nProvider>)
}

/**
 * The content security policy forbids style attributes. Icons use them only for their size, which
 * width and height attributes set as well.
 */
function withoutStyleAttributes(html: string): string {
  const bare = html.replace(
    / width="1em" height="1em" style="width:([^;"]+);height:([^;"]+)"/g,
    ' width="$1" height="$2"',
  )
  if (bare.includes(' style="'))
    throw new Error('The first step has a style attribute, which no page may have.')
  return bare
}
