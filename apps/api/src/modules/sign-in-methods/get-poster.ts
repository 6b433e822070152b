import type { EndpointFile, EndpointInput } from '@gatehouse/validation/endpoint'
import type { getMethodPosterEndpoint } from '@gatehouse/validation/endpoints/sign-in-methods'
import type { PosterFormat } from '@gatehouse/validation/endpoints/sign-in-methods'
import { type Context, ownerOf, type StaffActor } from '../../context.ts'
import { AppError } from '../../lib/app-error.ts'
import { getMethod } from './method-list.ts'
import { urlOfKey } from './configuration.ts'
import { makePoster } from './poster/make-poster.ts'

type Query = EndpointInput<typeof getMethodPosterEndpoint>['query']

const types: Record<PosterFormat, string> = {
  pdf: 'application/pdf',
  svg: 'image/svg+xml',
  png: 'image/png',
}

/**
 * The poster of a method, to be printed.
 * @throws AppError `not_found`, `method_retired`, `unavailable`
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
  const facts = {
    siteName,
    methodName: method.name,
    url: urlOfKey(publicUrl, key),
    look: look ?? own,
    // Colours were chosen for the method's own look.
    colours: (look ?? own) === own ? method.colours : null,
    language: client.language,
  }
  return {
    type: types[format],
    name: `poster-${key}-${size}.${format}`,
    bytes: await makePoster({ facts, size, format }, ownerOf(ctx.actor)),
  }
}
