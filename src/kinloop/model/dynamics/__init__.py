"""Dynamics of trees and closed chains on symbols."""
