import { createFileRoute } from '@tanstack/react-router'
import { GalleryPage } from '../../features/gallery/gallery-page.tsx'

export const Route = createFileRoute('/_app/example')({
  component: Example,
})

function Example() {
  return <GalleryPage look={Route.useRouteContext().session.config.look} />
}
