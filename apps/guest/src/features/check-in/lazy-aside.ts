import { type ComponentType, lazy } from 'react'

/** A part of a screen that stands without it. Where its file cannot be fetched, it is missing. */
export const lazyAside = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy<ComponentType<Props>>(() => load().catch(() => ({ default: () => null })))
