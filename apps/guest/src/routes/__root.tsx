import { createRootRoute, Outlet } from '@tanstack/react-router'
import { RenderError } from '../lib/render-error.tsx'

export const Route = createRootRoute({ component: Outlet, errorComponent: RenderError })
