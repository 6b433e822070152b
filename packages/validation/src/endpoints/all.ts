import type { EndpointDeclaration } from '../endpoint.ts'
import {
  getBoardEndpoint,
  getBoardPhotoEndpoint,
  getCheckedOutBoardEndpoint,
  listBoardSitesEndpoint,
} from './board.ts'
import {
  checkOutEndpoint,
  findUserDataEndpoint,
  getMachineDataEndpoint,
  getServerTimeEndpoint,
  getUserDataEndpoint,
  submitCheckInEndpoint,
} from './check-in.ts'
import { getDashboardEndpoint } from './dashboard.ts'
import { getProfileEndpoint } from './me.ts'
import { listPresentEndpoint } from './presence.ts'
import { loginEndpoint, logoutEndpoint, validateTokenEndpoint } from './sessions.ts'

/** Every endpoint by name: the reference page, the access matrix and the check that each has a route read this. */
export const endpoints = {
  login: loginEndpoint,
  validateToken: validateTokenEndpoint,
  logout: logoutEndpoint,
  getProfile: getProfileEndpoint,
  getMachineData: getMachineDataEndpoint,
  findUserData: findUserDataEndpoint,
  getUserData: getUserDataEndpoint,
  submitCheckIn: submitCheckInEndpoint,
  getServerTime: getServerTimeEndpoint,
  checkOut: checkOutEndpoint,
  listBoardSites: listBoardSitesEndpoint,
  getBoard: getBoardEndpoint,
  getCheckedOutBoard: getCheckedOutBoardEndpoint,
  getBoardPhoto: getBoardPhotoEndpoint,
  listPresent: listPresentEndpoint,
  getDashboard: getDashboardEndpoint,
} as const satisfies Record<string, EndpointDeclaration>

export type EndpointName = keyof typeof endpoints
