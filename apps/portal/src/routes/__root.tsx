import { createRootRoute, Outlet } from '@tanstack/react-router'
import { RenderError } from '../features/shell/render-error.tsx'

export const Route = createRootRoute({ component: Outlet, errorComponent: RenderError })
