import type { BoardSite } from '@gatehouse/validation/endpoints/board'

/**
 * Which site to show: the address decides, even for a site that is not in the list (which then says so); without one the
 * remembered site, or the only one there is.
 */
export function chooseSite(
  inAddress: string | undefined,
  sites: readonly BoardSite[],
  remembered: string | undefined,
): string | undefined {
  if (inAddress !== undefined) return inAddress
  const known = sites.find((site) => site.id === remembered)
  return known?.id ?? (sites.length === 1 ? sites[0]?.id : undefined)
}
