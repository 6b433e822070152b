import type { EndpointFile, EndpointInput } from '@gatehouse/validation/endpoint'
import type { getMethodPosterEndpoint } from '@gatehouse/validation/endpoints/sign-in-methods'
import type { Context, StaffActor } from '../../context.ts'
import { AppError } from '../../lib/app-error.ts'
import { getMethod } from './method-list.ts'
import { urlOfKey } from './responses.ts'
import { drawPoster } from './poster/draw-poster.ts'
import { posterTypes, writePoster } from './poster/write-poster.ts'

type Query = EndpointInput<typeof getMethodPosterEndpoint>['query']

/**
 * The poster of a method, to be printed.
 * @throws AppError `not_found`, `method_retired`
 */
export async function getPoster(
  ctx: Context<StaffActor>,
  id: string,
  { format, size, look }: Query,
  publicUrl: string,
): Promise<EndpointFile> {
  const { method, key, siteName, client } = await getMethod(ctx, id)
  if (key === null) throw new AppError('method_retired')
  const own = method.look ?? client.look
  const drawing = drawPoster(
    {
      siteName,
      methodName: method.name,
      url: urlOfKey(publicUrl, key),
      look: look ?? own,
      // Colours were chosen for the method's own look.
      colours: (look ?? own) === own ? method.colours : null,
      language: client.language,
    },
    size,
  )
  return {
    type: posterTypes[format],
    name: `poster-${key}-${size}.${format}`,
    bytes: await writePoster(drawing, format),
  }
}
