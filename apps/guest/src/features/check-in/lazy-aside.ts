import { type ComponentType, lazy } from 'react'

/** An optional part of a screen. If its chunk cannot be fetched, it is left out. */
export const lazyAside = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy<ComponentType<Props>>(() => load().catch(() => ({ default: () => null })))
