import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { CheckInPage, titleOf } from './features/check-in/check-in-page.tsx'
import { markServerRendered } from './features/check-in/check-in.ts'
import { useCheckIn } from './features/check-in/check-in-store.ts'
import { DetailsStep } from './features/check-in/details-step.tsx'
import { InvalidStep } from './features/check-in/invalid-step.tsx'
import { Page, PageFooter } from './lib/page.tsx'
import { setRuntimeConfig } from '@gatehouse/api-client/runtime-config'
import { messages as australian } from '@gatehouse/i18n/catalogues/guest/en-au.po'
import { messages as american } from '@gatehouse/i18n/catalogues/guest/en.po'
import { messages as spanish } from '@gatehouse/i18n/catalogues/guest/es.po'
import { localeTags } from '@gatehouse/i18n/language-names'
import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import type { RuntimeConfig, RenderFirstStep } from '@gatehouse/validation/runtime-config'
import type { Language } from '@gatehouse/validation/vocabulary'

const catalogues: Record<Language, Messages> = { 'en-au': australian, en: american, es: spanish }

/** The components need a router in their context. Nothing navigates during rendering. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

/**
 * Renders the first step as a phone without stored data renders it. Runs in the API's process; this module is a build of its own.
 * It is synchronous, so that the module state of one page is never used for another.
 */
export const renderFirstStep: RenderFirstStep = ({ methodKey, config, machineData: machine }) => {
  const locale = localeTags[config.language]
  i18n.loadAndActivate({ locale, messages: catalogues[config.language] })
  setRuntimeConfig(config)
  if (!machine) return renderInvalidStep(config)
  if (machine.kiosk) return renderKiosk(config, machine)
  useCheckIn.setState({ methodKey, method: { status: 'ready', machine } })
  markServerRendered()
  const html = renderToString(
    <I18nProvider i18n={i18n}>
      <RouterContextProvider router={router}>
        {/* The router renders two Suspense boundaries around its first screen. Hydration expects the same markup. */}
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
  return { title: titleOf('details', machine.siteName), html: withoutStyleAttributes(html) }
}

/** Renders the screen of an unknown key. It has no form, so it is not hydrated: the script renders it again. */
function renderInvalidStep({ look, languages }: RuntimeConfig): ReturnType<RenderFirstStep> {
  useCheckIn.setState({ method: { status: 'invalid', reason: 'unknown' }, isServerRendered: false })
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Page
        look={look}
        languages={languages}
        onLanguage={() => {}}
        footer={<PageFooter look={look} hasLinks />}
      >
        <InvalidStep />
      </Page>
    </I18nProvider>,
  )
  return { title: titleOf('invalid', ''), html: withoutStyleAttributes(html) }
}

/** Renders the venue's name. The script renders the start of the kiosk, whose styles a phone does not load. */
function renderKiosk(config: RuntimeConfig, { siteName }: MachineData): ReturnType<RenderFirstStep> {
  const { look } = config
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Page
        look={look}
        languages={[]}
        onLanguage={() => {}}
        footer={<PageFooter look={look} hasLinks={false} />}
        isLarge
      >
        <h1>{siteName}</h1>
      </Page>
    </I18nProvider>,
  )
  return { title: titleOf('welcome', siteName), html: withoutStyleAttributes(html) }
}

/** The content security policy forbids style attributes. Icons use them for their size only; attributes do the same. */
function withoutStyleAttributes(html: string): string {
  const bare = html.replace(
    / width="1em" height="1em" style="width:([^;"]+);height:([^;"]+)"/g,
    ' width="$1" height="$2"',
  )
  if (bare.includes(' style="'))
    throw new Error('The first step has a style attribute, which no page may have.')
  return bare
}
