import { createRootRoute, Outlet } from '@tanstack/react-router'
import { Broken } from '../features/page/broken.tsx'

export const Route = createRootRoute({ component: Outlet, errorComponent: Broken })
