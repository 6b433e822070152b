import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { Notice } from '@gatehouse/ui/core/notice'
import { isLoopbackUrl } from '@gatehouse/validation/loopback'
import { Trans } from '@lingui/react/macro'

export interface OpenedAt {
  /** Where the page was opened. */
  origin?: string | undefined
}

/**
 * Whether a code can be shown: not where it would lead to the server itself and the page was opened
 * from elsewhere. On the machine itself a code is for trying things out, and its sheet says so.
 */
export function canShowCode(origin = location.origin): boolean {
  return !isLoopbackUrl(runtimeConfig.publicUrl) || isLoopbackUrl(origin)
}

/**
 * A link of this installation with a reachable host: the page's own, where the installation's can't
 * be reached.
 */
export function reachableUrl(url: string, origin = location.origin): string {
  const { pathname, search } = new URL(url)
  return canShowCode(origin) ? url : origin + pathname + search
}

/**
 * Says where codes and links lead to the machine itself, which no phone reaches, and what to do.
 */
export function AddressNotice({ origin }: OpenedAt) {
  const { publicUrl } = runtimeConfig
  if (!isLoopbackUrl(publicUrl)) return null
  return (
    <Notice kind="caution" title={<Trans>Phones can’t open {publicUrl}</Trans>}>
      <AddressAdvice origin={origin} />
    </Notice>
  )
}

/** Which address to set: the page's own, where phones can reach it. */
export function AddressAdvice({ origin = location.origin }: OpenedAt) {
  return isLoopbackUrl(origin) ? (
    <Trans>
      QR codes and links lead there. Set PUBLIC_URL to an address that phones reach, and restart Gatehouse.
    </Trans>
  ) : (
    <Trans>QR codes and links lead there. Set PUBLIC_URL to {origin}, and restart Gatehouse.</Trans>
  )
}
