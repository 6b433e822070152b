import { Avatar } from '@gatehouse/ui/staff/avatar'
import { getUserPhotoEndpoint, type User } from '@gatehouse/validation/endpoints/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type Pictured = Pick<User, 'id' | 'first_name' | 'last_name' | 'has_photo' | 'last_modified'>

/** The photo of a user as it is since the last change, as an address of its own: some kilobytes, which need no care. */
const photoQuery = ({ id, has_photo, last_modified }: Pictured) =>
  queryOptions({
    queryKey: ['user-photo', id, last_modified],
    queryFn: async ({ signal }) => {
      const photo = await api.call(getUserPhotoEndpoint, { params: { id } }, { signal })
      return photo && readAsAddress(photo)
    },
    enabled: has_photo,
    staleTime: Infinity,
  })

function readAsAddress(photo: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('loadend', () =>
      typeof reader.result === 'string'
        ? resolve(reader.result)
        : reject(new Error('The photo cannot be read')),
    )
    reader.readAsDataURL(photo)
  })
}

/** The photo of a user, or initials. The session is needed for it, so it is fetched and not linked. */
export function PersonPhoto({ user, size }: { user: Pictured; size?: 32 | 96 }) {
  const { data: photo } = useQuery(photoQuery(user))
  return <Avatar name={`${user.first_name} ${user.last_name}`} src={photo ?? undefined} size={size} />
}
