import { createRootRoute, Outlet } from '@tanstack/react-router'
import { RenderError } from '../features/page/render-error.tsx'

export const Route = createRootRoute({ component: Outlet, errorComponent: RenderError })
