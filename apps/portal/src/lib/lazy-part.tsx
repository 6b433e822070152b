import { reloadIfNew } from '@gatehouse/api-client/new-version'
import { Button } from '@gatehouse/ui/core/button'
import { FailedState } from '@gatehouse/ui/staff/empty-state'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { loadTexts } from './language.ts'
import { fetchLostStyles } from './lost-styles.ts'
import styles from './lazy-part.module.css'

const RETRY_MS = 10_000
const JUST_NOW_MS = 1000

/** A module that exports a component under this name. */
type Holds<Name extends string> = Record<Name, (props: never) => ReactNode>

interface FailedProps {
  retry: () => Promise<unknown>
  onClose?: () => void
}

/**
 * A component whose code and texts load when it is first rendered. If that fails, `Failed` is
 * rendered in its place, and the page stays. It is retried on request, when the network is back,
 * after a while, and when it is next rendered.
 */
function lazyWith<Name extends string>(
  load: () => Promise<Holds<Name>>,
  name: Name,
  Failed: ComponentType<FailedProps>,
) {
  /** The loaded component: null where it could not be fetched. */
  let drawn: Promise<ComponentType<object> | null> | undefined
  let trying: typeof drawn
  let failedAt: number | undefined
  const users = new Set<() => void>()
  const subscribe = (draw: () => void) => {
    users.add(draw)
    // The failure of an opening that the user left before it was known.
    if (failedAt !== undefined && performance.now() - failedAt > JUST_NOW_MS) void fetchPart()
    return () => {
      users.delete(draw)
      if (users.size === 0 && failedAt !== undefined) drawn = failedAt = undefined
    }
  }
  const fetchOrNull = async () => {
    await fetchLostStyles()
    return Promise.all([load(), loadTexts('portal')]).then(
      ([loaded]: readonly [Holds<Name>, void]) => loaded[name] as ComponentType<object>,
      () => null,
    )
  }
  const fetchPart = () => {
    if (trying) return trying
    const fetching = fetchOrNull()
    trying = fetching
    drawn ??= fetching
    void fetching.then((value) => {
      trying = undefined
      failedAt = value === null ? performance.now() : undefined
      // In this form React renders it at once.
      drawn = Object.assign(fetching, { status: 'fulfilled', value })
      for (const draw of users) draw()
    })
    return fetching
  }
  return function LazyPart(props: object) {
    const Part = use(useSyncExternalStore(subscribe, () => drawn) ?? fetchPart())
    return Part ? <Part {...props} /> : <Failed {...props} retry={fetchPart} />
  }
}

function awaited(Part: ComponentType<object>, fallback: ReactNode) {
  return function Awaited(props: object) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    )
  }
}

const lazyOr =
  (Failed: ComponentType<FailedProps>) =>
  <Name extends string, Module extends Holds<Name>>(
    load: () => Promise<Module>,
    name: Name,
    fallback?: ReactNode,
  ) =>
    awaited(lazyWith(load, name, Failed), fallback) as Holds<Name>[Name] as Module[Name]

/** A part of a page or a panel. If it can't be fetched, a text in its place says so. */
export const lazyPart = lazyOr(FailedPart)

/** A window over the page. If it can't be fetched, a plain one says so. */
export const lazyWindow = lazyOr(FailedWindow)

/** A button of a row or a head. If it can't be fetched, another one retries. */
export const lazyButton = lazyOr(FailedButton)

/** Something that a page can do without. It is missing until it can be fetched. */
export const lazyDetail = lazyOr(FailedDetail)

/** Retries automatically. */
function useRetry({ retry }: FailedProps) {
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const tryAgain = () => void retry()
    const timer = setInterval(tryAgain, RETRY_MS)
    addEventListener('online', tryAgain)
    return () => {
      clearInterval(timer)
      removeEventListener('online', tryAgain)
    }
  }, [retry])
  const onClick = async () => {
    setBusy(true)
    // Browsers may cache the failure until a reload. Only a press reloads the page: the user may be
    // typing.
    if (!(await retry())) await reloadIfNew()
    setBusy(false)
  }
  return { busy: isBusy, onClick: () => void onClick() }
}

function FailedDetail(props: FailedProps): ReactNode {
  useRetry(props)
  return null
}

function FailedButton(props: FailedProps) {
  return (
    <Button size="small" {...useRetry(props)}>
      <Trans>Retry</Trans>
    </Button>
  )
}

function FailedPart(props: FailedProps) {
  const { busy, onClick } = useRetry(props)
  return (
    <FailedState
      title={<Trans>This part could not be loaded</Trans>}
      retryLabel={<Trans>Retry</Trans>}
      onRetry={onClick}
      isBusy={busy}
    >
      <Trans>The server did not respond. Check your internet connection.</Trans>
    </FailedState>
  )
}

export function FailedWindow({ onClose, ...props }: FailedProps) {
  const { t } = useLingui()
  // It is above a drawer, which would treat a press here as one outside of it.
  return createPortal(
    <dialog
      ref={showModal}
      aria-label={t`This part could not be loaded`}
      className={styles.window}
      onCancel={onClose}
      data-react-aria-top-layer
    >
      <FailedPart {...props} />
      <Button full onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </dialog>,
    document.body,
  )
}

/** Closing it returns the focus. */
function showModal(window: HTMLDialogElement) {
  window.showModal()
  return () => window.close()
}
