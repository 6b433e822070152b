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
import { CheckInPage } from './features/check-in/check-in-page.tsx'
import { expectServerRenderedPage } from './features/check-in/check-in.ts'
import { useCheckIn } from './features/check-in/check-in-store.ts'
import { DetailsStep } from './features/check-in/details-step.tsx'
import { InvalidStep } from './features/check-in/invalid-step.tsx'
import { titleOf } from './features/check-in/use-page-title.ts'
import { Page } from './features/page/page.tsx'
import { PageFooter } from './features/page/page-footer.tsx'
import { setPageConfig } from './lib/page-data.ts'
import { messages as australian } from '@gatehouse/i18n/catalogues/guest/en-au.po'
import { messages as american } from '@gatehouse/i18n/catalogues/guest/en.po'
import { messages as spanish } from '@gatehouse/i18n/catalogues/guest/es.po'
import { localeTags } from '@gatehouse/i18n/language-names'
import type { RuntimeConfig, RenderFirstStep } from '@gatehouse/validation/runtime-config'
import type { Language } from '@gatehouse/validation/vocabulary'

const catalogues: Record<Language, Messages> = { 'en-au': australian, en: american, es: spanish }

/** It only has to be there: nobody goes anywhere on a page that is being written. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

/**
 * Writes the details as a phone without a memory draws them first. Runs in the server: this module is built for it, beside the app.
 * From its first line to its last nothing else runs, so that one page's state never meets another's.
 */
export const renderFirstStep: RenderFirstStep = ({ methodKey, config, machineData: machine }) => {
  const locale = localeTags[config.language]
  i18n.loadAndActivate({ locale, messages: catalogues[config.language] })
  setPageConfig(config)
  if (!machine) return writeUnavailable(config)
  useCheckIn.setState({ methodKey, method: { status: 'ready', machine } })
  expectServerRenderedPage()
  const html = renderToString(
    <I18nProvider i18n={i18n}>
      <RouterContextProvider router={router}>
        {/* The router draws two boundaries around its first screen, and leaves their marks. */}
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
  return { title: titleOf('details', machine.siteName), html: withoutStyles(html) }
}

/** The screen of a key that leads nowhere. Nothing on it is typed into, so the script need not take it over: it draws the same. */
function writeUnavailable({ look, languages }: RuntimeConfig): ReturnType<RenderFirstStep> {
  useCheckIn.setState({ method: { status: 'invalid', reason: 'unknown' }, isServerRendered: false })
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Page
        look={look}
        languages={languages}
        onLanguage={() => {}}
        footer={<PageFooter look={look} closed={false} />}
      >
        <InvalidStep />
      </Page>
    </I18nProvider>,
  )
  return { title: titleOf('invalid', ''), html: withoutStyles(html) }
}

/** The policy of the pages forbids style attributes; the icons have theirs for their size alone, which an attribute says as well. */
function withoutStyles(html: string): string {
  const bare = html.replace(
    / width="1em" height="1em" style="width:([^;"]+);height:([^;"]+)"/g,
    ' width="$1" height="$2"',
  )
  if (bare.includes(' style="'))
    throw new Error('The first step has a style attribute, which no page may have.')
  return bare
}
