import { createRootRoute, Outlet } from '@tanstack/react-router'
import { loadTextsOf } from '../lib/language.ts'
import { RenderError } from '../features/shell/render-error.tsx'

export const Route = createRootRoute({
  beforeLoad: ({ matches }) => loadTextsOf(matches),
  component: Outlet,
  errorComponent: RenderError,
})
