// Which picture belongs to which kind of card.
import type { Component } from "svelte";
import type { Kind } from "../../../protocol/games/herding-cats";
import AlleyCat from "./AlleyCat.svelte";
import AnimalControl from "./AnimalControl.svelte";
import Catnip from "./Catnip.svelte";
import Kitten from "./Kitten.svelte";
import LaserPointer from "./LaserPointer.svelte";
import ShowCat from "./ShowCat.svelte";

export const PICTURES: Record<Kind, Component> = {
  kitten: Kitten,
  show_cat: ShowCat,
  alley_cat: AlleyCat,
  catnip: Catnip,
  animal_control: AnimalControl,
  laser_pointer: LaserPointer,
};
