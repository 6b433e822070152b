import { Button, buttonClass } from '@gatehouse/ui/core/button'
import { Card } from '@gatehouse/ui/core/card'
import { Notice } from '@gatehouse/ui/core/notice'
import { StatusIcon } from '@gatehouse/ui/core/status-icon'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import {
  closeFirstStepEndpoint,
  getGettingStartedEndpoint,
  type GettingStarted,
} from '@gatehouse/validation/endpoints/getting-started'
import { type FirstStep, firstSteps } from '@gatehouse/validation/vocabulary'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api.ts'
import { AddressNotice, canShowCode } from '../../lib/public-address/public-address.tsx'
import { toastError } from '../../lib/toast-error.tsx'
import styles from './getting-started.module.css'

/** How often it polls for the first visitor. */
const REFETCH_MS = 5000

const startQuery = queryOptions({
  ...endpointQuery(getGettingStartedEndpoint, {}),
  refetchInterval: ({ state }) => (hasOpen(state.data) ? REFETCH_MS : false),
})

const texts: Record<FirstStep, { title: MessageDescriptor; text: MessageDescriptor }> = {
  site: {
    title: msg`Name your site`,
    text: msg`A site is a place where people sign in: a venue, an office, a mine.`,
  },
  poster: {
    title: msg`Print the poster`,
    text: msg`Visitors scan the QR code of a sign-in method with their phones. Hang its poster at the door.`,
  },
  visit: {
    title: msg`Sign in once yourself`,
    text: msg`Scan the poster, or open its page here, and sign in as a visitor.`,
  },
  board: {
    title: msg`See the visit arrive`,
    text: msg`The board shows who is on site, also in an evacuation.`,
  },
  colleague: {
    title: msg`Invite a colleague`,
    text: msg`Colleagues can see who is on site, each at their own sites.`,
  },
}

/**
 * Leads an admin from an empty client to the first visitor. It disappears when every step is done
 * or skipped.
 */
export function GettingStartedCard() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { data } = useQuery(startQuery)
  const close = useMutation({
    mutationFn: ({ step, state }: { step: FirstStep; state: 'done' | 'skipped' }) =>
      api.call(closeFirstStepEndpoint, { params: { step }, body: { state } }),
    onSuccess: (saved) => queryClient.setQueryData(startQuery.queryKey, saved),
    onError: toastError,
  })
  const next = data?.steps.find(({ state }) => state === 'open')?.step
  const nextItem = useRef<HTMLLIElement>(null)
  // The first step is at the top of the page.
  useEffect(() => {
    const item = nextItem.current
    return item && next !== firstSteps[0] ? keepInView(item) : undefined
  }, [next])
  if (!data || !hasOpen(data)) return null
  const done = (step: FirstStep) => close.mutate({ step, state: 'done' })
  return (
    <div className={styles.card}>
      <Card title={<Trans>Getting started</Trans>}>
        <AddressNotice />
        <ol className={styles.steps}>
          {data.steps.map(({ step, state }) => (
            <li
              key={step}
              ref={step === next ? nextItem : undefined}
              className={styles.step}
              data-state={state}
              aria-current={step === next ? 'step' : undefined}
            >
              <span className={styles.sign}>
                {state === 'done' && <StatusIcon kind="good" size={28} />}
                <VisuallyHidden>{state === 'done' ? t`Done:` : state === 'open' && t`Open:`}</VisuallyHidden>
              </span>
              <div>
                <h3 className={styles.title}>
                  {state === 'skipped' && <Trans>Skipped:</Trans>} <span>{t(texts[step].title)}</span>
                </h3>
                {state === 'open' && <p className={styles.text}>{t(texts[step].text)}</p>}
              </div>
              {state === 'open' && (
                <div className={styles.actions}>
                  <StepLink
                    step={step}
                    method={data.method}
                    hasVisit={data.steps.some((one) => one.step === 'visit' && one.state === 'done')}
                    isNext={step === next}
                    onDone={() => done(step)}
                  />
                  <Button
                    size="small"
                    kind="quiet"
                    disabled={close.isPending}
                    onClick={() => close.mutate({ step, state: 'skipped' })}
                  >
                    <Trans>Skip</Trans>
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ol>
      </Card>
    </div>
  )
}

/** On other pages: the step after one that was completed there, once Home has fetched the steps. */
export function NextStep() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/home' })
  const isOpen = hasOpen(queryClient.getQueryData(startQuery.queryKey))
  const { data } = useQuery({ ...startQuery, enabled: isOpen })
  const next = data?.steps.find(({ state }) => state === 'open')?.step
  // The first step starts on Home.
  if (!data || !next || next === firstSteps[0] || isHome) return null
  return (
    <Notice
      kind="info"
      live="polite"
      title={<Trans>Next step: {t(texts[next].title)}</Trans>}
      action={
        <Link to="/home" className={buttonClass({ size: 'small' })}>
          <Trans>Getting started</Trans>
        </Link>
      }
    />
  )
}

/**
 * Content above may still load and push it down: it stays in view until the user acts.
 * @returns a function that ends this
 */
function keepInView(item: Element): () => void {
  const sizes = new ResizeObserver(() => item.scrollIntoView({ block: 'nearest' }))
  sizes.observe(item.closest('main') ?? item)
  const stop = new AbortController()
  stop.signal.addEventListener('abort', () => sizes.disconnect())
  for (const use of ['wheel', 'pointerdown', 'keydown'])
    window.addEventListener(use, () => stop.abort(), { signal: stop.signal, passive: true })
  return () => stop.abort()
}

function hasOpen(data: GettingStarted | undefined): boolean {
  return data?.steps.some(({ state }) => state === 'open') ?? false
}

interface StepLinkProps {
  step: FirstStep
  method: GettingStarted['method']
  hasVisit: boolean
  isNext: boolean
  onDone: () => void
}

/**
 * Where a step is done: the form or the page itself, never a list. A step that depends on another
 * one has no link yet.
 */
function StepLink({ step, method, hasVisit, isNext, onDone }: StepLinkProps): ReactNode {
  const face = { className: buttonClass({ kind: isNext ? 'primary' : 'secondary', size: 'small' }) }
  switch (step) {
    case 'site':
      return (
        <Link to="/site_management" search={{ edit: 'new' }} {...face}>
          <Trans>Add a site</Trans>
        </Link>
      )
    case 'poster':
      return method ? (
        <Link
          to="/machine_management"
          search={{ poster: method.id }}
          onClick={canShowCode() ? onDone : undefined}
          {...face}
        >
          <Trans>Open the poster</Trans>
        </Link>
      ) : (
        <Link to="/machine_management" search={{ edit: 'new' }} {...face}>
          <Trans>Create a QR code</Trans>
        </Link>
      )
    case 'visit':
      return (
        method && (
          <a href={`/${method.key}`} target="_blank" rel="noreferrer" {...face}>
            <Trans>Open the sign-in page</Trans>
          </a>
        )
      )
    case 'board':
      return (
        method &&
        hasVisit && (
          // In this tab, the new page could abort the call of `onDone`.
          <a
            href={`/board?site=${method.site_id}`}
            target="_blank"
            rel="noreferrer"
            onClick={onDone}
            {...face}
          >
            <Trans>Open the board</Trans>
          </a>
        )
      )
    case 'colleague':
      return (
        <Link to="/user_management" search={{ edit: 'new' }} {...face}>
          <Trans>Invite a colleague</Trans>
        </Link>
      )
  }
}
